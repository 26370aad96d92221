import { translator } from "../kit/server-words.ts";

/** Sentences of the server about what keeps a workflow from running. */
export const inOurWords = translator({
  "Say which event begins the workflow": "workflows.server.event",
  "There is no such time zone": "workflows.server.timeZone",
  "Say when the workflow begins": "workflows.server.schedule",
  "There is no such segment": "workflows.server.segment",
  "It asks about a segment that is not there": "workflows.server.lostSegment",
  "There is no such template": "workflows.server.template",
  "The template has no sender; give it one, or set config.from": "workflows.server.sender",
  "The sender's domain {domain} is not verified in this project": "workflows.server.domain",
  "The transition {id} continues the branch {branch}, which the condition no longer has": "workflows.server.branch",
  "The transition {id} continues the timeout, but the wait has none": "workflows.server.timeout",
  "Nothing leads to this step": "workflows.server.unreachable",
  "From here it goes round for ever: a way back has to pass a DELAY or a WAIT_FOR_EVENT step": "workflows.server.cycle",
});
