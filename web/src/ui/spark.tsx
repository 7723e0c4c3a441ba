// Numbers over time as a line of bars, as high as a row of text.
export function Spark({ values, label, width = 96, height = 20 }: {
  values: readonly number[]; label: string; width?: number; height?: number;
}) {
  const most = Math.max(1, ...values);
  const step = width / Math.max(1, values.length);
  return (
    <svg class="spark" width={width} height={height} viewBox={`0 0 ${width} ${height}`}
      role="img" aria-label={label}>
      <title>{label}</title>
      {values.map((value, i) => {
        const high = value > 0 ? Math.max(1.5, (value / most) * (height - 2)) : 0.75;
        return (
          <rect key={i} x={i * step} y={height - high} width={Math.max(1, step - 1)}
            height={high} rx={step > 4 ? 1 : 0} class={value > 0 ? "" : "none"} />
        );
      })}
    </svg>
  );
}
