import type { Answer, Body } from "../base/api.ts";

/** Members of the API's answers about segments, as these pages read them. */

export type Segment = Answer<"/segments/{id}">;
export type SegmentChange = Body<"/segments/{id}", "patch">;
/** A segment as the form writes it: null for a description that is empty. */
export type SegmentDraft = SegmentChange & Pick<Body<"/segments", "post">, "name">;
export type Member = Answer<"/segments/preview", "post">["sample"][number];

export type Explanation = Answer<"/segments/explain", "post">;
/** A part of an explanation: a group, or a condition with what was found. */
export type Part = NonNullable<Explanation["explanation"]>;

export type Summary = Answer<"/segments/summaries">[number];
export type Use = Summary["usedBy"][number];
