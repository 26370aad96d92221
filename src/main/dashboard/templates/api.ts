import type { Body } from "../base/api.ts";
import type { TemplateResponse, TemplateSummary, TemplateUsageResponse } from "../generated/api.ts";

/** Members of the API's answers about templates, as these pages read them. */
export type Template = TemplateResponse;

export type Usage = TemplateUsageResponse;
/** A template as lists show it, without its body. */
export type Listed = TemplateSummary;
export type TemplateBody = Body<"/templates", "post">;
export type TemplateChange = Body<"/templates/{id}", "patch">;
