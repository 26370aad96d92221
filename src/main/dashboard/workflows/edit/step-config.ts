import type { Config, StepType } from "../api.ts";
import { fieldsOf } from "../simulation.ts";

export type { Config };

/** Of the fields of one kind of step. */
export interface ConfigProps {
  config: Config;
  /** Sets these members. */
  onChange: (part: Config) => void;
}

/** The config of a new step of each kind. */
export const FIRST_CONFIG: Record<StepType, Config> = {
  TRIGGER: {},
  SEND_EMAIL: {},
  DELAY: { amount: 1, unit: "days" },
  WAIT_FOR_EVENT: { eventName: "", timeout: 86_400 },
  CONDITION: { field: "", operator: "equals", value: "" },
  WEBHOOK: { url: "", method: "POST" },
  UPDATE_CONTACT: { updates: {} },
  EXIT: {},
};

/** True when a form can show all that the step is set to; the rest is written as code. */
export function fitsForm(type: StepType, config: Config): boolean {
  if (type === "DELAY") return !config.until;
  if (type === "CONDITION") return config.mode !== "multi";
  if (type === "UPDATE_CONTACT") return equal(fieldsOf(linesOf(updatesOf(config))), updatesOf(config));
  if (type === "SEND_EMAIL") return typeof config.from !== "object";
  return true;
}

const equal = (one: Config | undefined, other: Config) =>
  one !== undefined && Object.keys(one).length === Object.keys(other).length &&
  Object.entries(other).every(([name, value]) => one[name] === value);

/** The new values of a contact's fields, which have two names. */
export const updatesOf = (config: Config): Config => config.updates ?? config.data ?? {};

/** Values as lines of "name: value", which a simulation takes too. */
export const linesOf = (values: Config) =>
  Object.entries(values).map(([name, value]) => `${name}: ${value}`).join("\n");

/** Without members that are empty, which the API takes for mistakes. */
export const withoutEmpty = (config: Config): Config =>
  Object.fromEntries(Object.entries(config).filter(([, value]) => value !== "" && value !== undefined));

const UNITS: [string, number][] = [["days", 86_400], ["hours", 3600], ["minutes", 60], ["seconds", 1]];

/** Seconds as an amount of the largest unit that fits. */
export function spanOf(seconds: number): { amount: number; unit: string } {
  const [unit, size] = UNITS.find(([, each]) => seconds % each === 0) ?? ["seconds", 1];
  return { amount: seconds / size, unit };
}

export const secondsOf = (amount: number, unit: string) =>
  Math.round(amount * (UNITS.find(([name]) => name === unit)?.[1] ?? 1));
