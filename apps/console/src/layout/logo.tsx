/** The product's mark and name. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2 text-base font-semibold tracking-tight">
      <img src="/console/icon.svg" alt="" width={24} height={24} />
      Parley
    </span>
  );
}
