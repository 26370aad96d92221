import type { Choice } from "./palette.tsx";

/** Things of the project that match what is typed. */
export function useFound(_text: string): Choice[] {
  return [];
}
