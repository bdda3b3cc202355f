/** Numbers on things have a real minus, and a plus where they are a change. */
export function sayNumber(value: number, plus = false): string {
  return (value < 0 ? '−' : plus && value > 0 ? '+' : '') + String(Math.abs(value));
}
