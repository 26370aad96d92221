import type { ContactResponse, FieldDescriptor, JobResponse } from "../generated/api.ts";

/** Members of the API's answers about contacts, as these pages read them. */

export type Contact = ContactResponse;

export type FieldInfo = FieldDescriptor;

export interface RowError {
  row?: number;
  line?: number;
  email?: string;
  error?: string;
  message?: string;
}

/** An import or an action on many contacts, with the counters of either. */
export interface Job extends Pick<JobResponse, "jobId" | "state" | "progress" | "failedReason"> {
  totalRows?: number;
  createdCount?: number;
  updatedCount?: number;
  failureCount?: number;
  successCount?: number;
  optedOutCount?: number;
  unsubscribedCount?: number;
  suppressedCount?: number;
  errors?: RowError[];
}

/** "data.plan" as "plan". */
export const plainName = (field: string) => field.replace(/^data\./, "");

export const isOver = (job: Job | undefined) => job?.state === "completed" || job?.state === "failed";

/** The value of a field as text; "" where there is none. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
