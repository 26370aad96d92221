import { useMemo } from "react";
import { ApiError } from "../base/errors.ts";
import { translate as generally, translator } from "../kit/server-words.ts";

const about = translator({
  "Must not be blank": "workflows.server.blank",
  "Number must be greater than 0": "workflows.server.positive",
  "Say which event begins the workflow": "workflows.server.event",
  "There is no such time zone": "workflows.server.timeZone",
  "Expected a time zone such as Europe/Berlin": "workflows.server.zoneName",
  "Say when the workflow begins": "workflows.server.schedule",
  "Expected five fields{rest}": "workflows.server.cron",
  "There is no such segment": "workflows.server.segment",
  "It asks about a segment that is not there": "workflows.server.lostSegment",
  "There is no such template": "workflows.server.template",
  "The template has no sender; give it one, or set config.from": "workflows.server.sender",
  "The sender's domain {domain} is not verified in this project": "workflows.server.domain",
  "The transition {id} continues the branch {branch}, which the condition no longer has": "workflows.server.branch",
  "The transition {id} continues the timeout, but the wait has none": "workflows.server.timeout",
  "Nothing leads to this step": "workflows.server.unreachable",
  "From here it goes round for ever: a way back has to pass a DELAY or a WAIT_FOR_EVENT step": "workflows.server.cycle",
  "It would go round for ever: a way back has to pass a DELAY or a WAIT_FOR_EVENT step; insert one first":
    "workflows.server.cycle",
  "Give at least one update, or a subscriptionAction": "workflows.server.noUpdate",
  "Another step has this id already": "workflows.server.sameId",
  "None of the steps has this id": "workflows.server.noId",
  "The TRIGGER step is missing; every workflow begins with it": "workflows.server.noTrigger",
  "There is a transition already that leaves this step by this way": "workflows.server.sameWay",
});

/** A sentence of the server about a workflow in the language of the page; one that no table has stays as it is. */
export function translate(sentence: string): string {
  const words = about(sentence);
  return words === sentence ? generally(sentence) : words;
}

/** An error whose fields are in the language of the page. */
export function useTranslatedError(error: Error | null): Error | null {
  return useMemo(() => {
    if (!(error instanceof ApiError) || error.fields.length === 0) return error;
    const { code, message, requestId, details } = error;
    const errors = error.fields.map((each) => ({ ...each, message: translate(each.message) }));
    return new ApiError(error.status, { error: { code, message, requestId, details, errors } }, error.retryAfter);
  }, [error]);
}
