/** How much of a limit is used. */

/** @param text the value as text, such as "$1.20 of $5.00" */
export function Meter({
  label,
  value,
  limit,
  text,
}: {
  readonly label: string;
  readonly value: number;
  readonly limit: number;
  readonly text: string;
}) {
  const part = limit <= 0 ? 1 : Math.min(1, Math.max(0, value / limit));
  const color = part >= 1 ? 'bg-bad' : part >= 0.8 ? 'bg-warn' : 'bg-accent';
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={1}
      aria-valuenow={part}
      aria-valuetext={text}
      className="h-1.5 w-full overflow-hidden rounded-full bg-line"
    >
      <div className={`h-full rounded-full ${color}`} style={{ width: `${part * 100}%` }} />
    </div>
  );
}
