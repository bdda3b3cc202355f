// Two SVG filters, torn paper and wobbly ink, that the style sheets refer to by name.
export function Filters() {
  return (
    <svg class="unseen" width="0" height="0" aria-hidden="true" focusable="false">
      <filter id="torn" x="-5%" y="-5%" width="110%" height="110%">
        <feTurbulence type="fractalNoise" baseFrequency=".035" numOctaves="3" seed="4" />
        <feDisplacementMap in="SourceGraphic" scale="5" />
      </filter>
    </svg>
  );
}
