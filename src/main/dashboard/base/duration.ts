import { language } from "./words.ts";

const STEPS: [string, number][] = [["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1]];

/** 200 as "3 min": the largest unit that fits, whole. */
export function formatDuration(seconds: number): string {
  const [unit, size] = STEPS.find(([, size]) => seconds >= size) ?? ["second", 1];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" }).format(
    Math.trunc(seconds / size),
  );
}
