// Pairs of bars over a few steps (p50 before p95, failed within all), each with its text.
export interface Bar {
  readonly label: string;
  readonly title: string;
  readonly low: number;
  readonly high: number;
}

export function Bars({ bars, label, every = 1, height = 120, lowClass = "half", highClass = "most", axis }: {
  bars: readonly Bar[]; label: string; every?: number; height?: number;
  lowClass?: string; highClass?: string; axis?: (value: number) => string;
}) {
  const width = 480;
  const most = Math.max(1e-9, ...bars.map((bar) => Math.max(bar.high, bar.low)));
  // Where the highest is told, above it.
  const top = axis ? 22 : 2;
  const step = width / Math.max(1, bars.length);
  const tall = (value: number) => Math.max(value > 0 ? 1.5 : 0, (value / most) * (height - top));
  return (
    <svg class="bars" viewBox={`0 0 ${width} ${height + 20}`} role="img" aria-label={label}>
      <line x1="0" x2={width} y1={height} y2={height} class="base" />
      {axis && <text x={0} y={13} class="axis">{axis(most)}</text>}
      {bars.map((bar, i) => (
        <g key={i}>
          <title>{bar.title}</title>
          <rect x={i * step} y={0} width={step} height={height} fill="transparent" />
          <rect x={i * step + 1} y={height - tall(bar.high)} width={Math.max(1, step - 2)} height={tall(bar.high)} class={highClass} />
          <rect x={i * step + 1} y={height - tall(bar.low)} width={Math.max(1, step - 2)} height={tall(bar.low)} class={lowClass} />
          {i % every === 0 && <text x={i * step + 1} y={height + 16} class="axis">{bar.label}</text>}
        </g>
      ))}
    </svg>
  );
}
