/** Formats a number with a real minus sign, and with a plus if it is a change. */
export function sayNumber(value: number, plus = false): string {
  return (value < 0 ? '−' : plus && value > 0 ? '+' : '') + String(Math.abs(value));
}
