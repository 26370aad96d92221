/** Members of the API's answers about contacts, as these pages read them. */

export interface Contact {
  id: string;
  email: string;
  subscribed: boolean;
  data: Record<string, unknown>;
  createdAt: string;
  updatedAt: string;
}

export interface FieldInfo {
  /** "email", or "data.plan" for a custom field. */
  field: string;
  type: string;
  isCustom: boolean;
  /** The part of all contacts that have it, 0 to 1. */
  coverage: number;
}

export interface RowError {
  row?: number;
  line?: number;
  email?: string;
  error?: string;
  message?: string;
}

export interface Job {
  jobId: string;
  state: string;
  progress: number;
  failedReason: string | null;
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
