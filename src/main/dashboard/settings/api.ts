import type { Project } from "../app/session.tsx";
import { isKey, t } from "../base/words.ts";

/** Members of the API's answers about a project's settings, as these pages read them. */

export interface FullProject {
  id: string;
  name: string;
  tracking: string;
  language: string;
  disabled: boolean;
  disabledReason: string | null;
  createdAt: string;
}

export interface Member {
  userId: string;
  email: string;
  role: Project["role"];
  createdAt: string;
}

export interface ApiKey {
  id: string;
  label: string | null;
  scope: string;
  start: string;
  createdAt: string;
  lastUsedAt: string | null;
  first: boolean;
}

/** The word of the page for the scope of a key. */
export function scopeWord(scope: string): string {
  const key = `settings.scope.${scope}`;
  return isKey(key) ? t(key) : scope;
}

export interface Quota {
  limit: number | null;
  usage: number;
  percentage: number;
  isWarning: boolean;
  isBlocked: boolean;
}

export const CATEGORIES = ["transactional", "campaigns", "workflows", "inbound"] as const;
export type Category = (typeof CATEGORIES)[number];

export interface Suspension {
  id: string;
  reason: string;
  evidence: string;
  beganAt: string;
  endedAt: string | null;
  appealedAt: string | null;
}

export interface Suppression {
  email: string;
  reason: "BOUNCE" | "COMPLAINT" | "MANUAL";
  evidence: string | null;
  emailId: string | null;
  createdAt: string;
}

export const REASONS = ["BOUNCE", "COMPLAINT", "MANUAL"] as const;
