import { changedValues } from "../../base/changed-values.ts";
import { textsOf } from "../../base/json.ts";
import type { Workflow } from "../api.ts";

/** The settings of a workflow as the form shows them: empty texts for none. */
export interface SettingsDraft {
  name: string;
  description: string;
  triggerType: Workflow["triggerType"];
  eventName: string;
  schedule: string;
  timeZone: string;
  segmentId: string;
  allowReentry: boolean;
}

export function draftOf({ name, description, triggerType, triggerConfig, allowReentry }: Workflow): SettingsDraft {
  const { eventName = "", schedule = "", timeZone = "", segmentId = "" } = textsOf(triggerConfig ?? {});
  return { name, description: description ?? "", triggerType, eventName, schedule, timeZone, segmentId, allowReentry };
}

/** The members that a change has to name: of the trigger all or none. */
export function bodyOf(draft: SettingsDraft, before: SettingsDraft): Record<string, unknown> {
  const { name, description, allowReentry, ...ofTrigger } = changedValues(draft, before);
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description: description || null }),
    ...(allowReentry === undefined ? {} : { allowReentry }),
    ...(Object.keys(ofTrigger).length === 0
      ? {}
      : { triggerType: draft.triggerType, triggerConfig: triggerConfigOf(draft) }),
  };
}

function triggerConfigOf({ triggerType, eventName, schedule, timeZone, segmentId }: SettingsDraft) {
  if (triggerType === "EVENT") return { eventName };
  if (triggerType === "MANUAL") return {};
  return { schedule, ...(timeZone ? { timeZone } : {}), ...(segmentId ? { segmentId } : {}) };
}
