import { useMemo } from "react";
import { ApiError } from "../base/errors.ts";
import { type Key, t } from "../base/words.ts";
import { inOurWords } from "../kit/server-words.ts";

/** Sentences of the server about workflows, which speaks English to everybody. */
const SENTENCE_TO_KEY: Record<string, Key> = {
  "Must not be blank": "workflows.says.blank",
  "Number must be greater than 0": "workflows.says.positive",
  "Nothing leads to this step": "workflows.says.unreached",
  "There is no such template": "workflows.says.noTemplate",
  "The template has no sender; give it one, or set config.from": "workflows.says.noSender",
  "It asks about a segment that is not there": "workflows.says.noSegment",
  "From here it goes round for ever: a way back has to pass a DELAY or a WAIT_FOR_EVENT step": "workflows.says.round",
  "It would go round for ever: a way back has to pass a DELAY or a WAIT_FOR_EVENT step; insert one first":
    "workflows.says.round",
  "Give at least one update, or a subscriptionAction": "workflows.says.noUpdate",
  "Expected a time zone such as Europe/Berlin": "workflows.says.zone",
  "Another step has this id already": "workflows.says.sameId",
  "None of the steps has this id": "workflows.says.noId",
  "The TRIGGER step is missing; every workflow begins with it": "workflows.says.noTrigger",
  "There is a transition already that leaves this step by this way": "workflows.says.sameWay",
};

/** A sentence of the server in the language of the page; one that no catalogue has stays as it is. */
export function inWords(sentence: string): string {
  const key = SENTENCE_TO_KEY[sentence];
  if (key) return t(key);
  return sentence.startsWith("Expected five fields") ? t("workflows.says.schedule") : inOurWords(sentence);
}

/** An error whose fields are told in the language of the page. */
export function useErrorInWords(error: Error | null): Error | null {
  return useMemo(() => {
    if (!(error instanceof ApiError) || error.fields.length === 0) return error;
    const { code, message, requestId, details } = error;
    const errors = error.fields.map((each) => ({ ...each, message: inWords(each.message) }));
    return new ApiError(error.status, { error: { code, message, requestId, details, errors } }, error.retryAfter);
  }, [error]);
}
