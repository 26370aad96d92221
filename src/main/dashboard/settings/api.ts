import { isKey, t } from "../base/words.ts";
import type {
  ApiKeyResponse,
  CategoryUsage,
  ListedMemberResponse,
  ProjectResponse,
  Suppression,
  Suspension,
} from "../generated/api.ts";

/** Members of the API's answers about a project's settings, as these pages read them. */

export type FullProject = ProjectResponse;

export type Member = ListedMemberResponse;

export type ApiKey = ApiKeyResponse;

/** The word of the page for the scope of a key. */
export function scopeWord(scope: string): string {
  const key = `settings.scope.${scope}`;
  return isKey(key) ? t(key) : scope;
}

export type Quota = CategoryUsage;

export const CATEGORIES = ["transactional", "campaigns", "workflows", "inbound"] as const;
export type Category = (typeof CATEGORIES)[number];

export type { Suspension };

export type { Suppression };

export const REASONS = ["BOUNCE", "COMPLAINT", "MANUAL"] as const;
