import { language } from "./words.ts";

const STEPS: [string, number][] = [["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1]];

/** 200 as "3 min": the largest unit that fits, whole. */
export function formatDuration(seconds: number): string {
  const [unit, size] = STEPS.find(([, size]) => seconds >= size) ?? ["second", 1];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" }).format(
    Math.trunc(seconds / size),
  );
}

const UNITS: Record<string, string> = { ms: "millisecond", s: "second", m: "minute", h: "hour", d: "day" };

/** A duration of the settings, such as "400d", in words. */
export function formatPeriod(setting: string): string {
  const [, amount, unit] = /^(\d+)\s*(ms|s|m|h|d)$/.exec(setting) ?? [];
  if (!amount || !unit) return setting;
  return new Intl.NumberFormat(language, { style: "unit", unit: UNITS[unit]!, unitDisplay: "long" }).format(
    Number(amount),
  );
}
