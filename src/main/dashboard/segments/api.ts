import type { Group } from "../conditions/filter.ts";

/** Members of the API's answers about segments, as these pages read them. */

export interface Segment {
  id: string;
  name: string;
  description: string | null;
  type: "DYNAMIC" | "STATIC";
  filters: Group | null;
  trackMembership: boolean;
  memberCount: number;
  /** False until the members that the present filter finds are counted; memberCount is from before then. */
  counted: boolean;
  version?: number;
  createdAt: string;
  updatedAt: string;
}

export interface Member {
  id: string;
  email: string;
  subscribed: boolean;
}

/** A part of an explanation: a group, or a condition with what was found. */
export interface Part {
  held: boolean;
  /** AND or OR for a group. */
  operator: string;
  conditions?: Part[];
  field?: string;
  value?: unknown;
  unit?: string;
  found?: unknown;
}

export interface Explanation {
  contactId: string;
  email: string;
  matches: boolean;
  member: boolean | null;
  explanation: Part | null;
}

/** The size of a segment at the end of a day. */
export interface Size {
  day: string;
  memberCount: number;
}

export interface Use {
  kind: "CAMPAIGN" | "WORKFLOW" | "SEGMENT";
  id: string;
  name: string;
}

export interface Summary {
  segmentId: string;
  sizes: Size[];
  uses: number;
  usedBy: Use[];
}
