import authentication from "./guides/authentication.md";
import errors from "./guides/errors.md";
import idempotency from "./guides/idempotency.md";
import pagination from "./guides/pagination.md";
import quickStart from "./guides/quick-start.md";
import rates from "./guides/rates.md";
import simulator from "./guides/simulator.md";
import submission from "./guides/submission.md";
import webhooks from "./guides/webhooks.md";

/** A page of prose. Its file begins with the title and one sentence about it. */
export interface Guide {
  id: string;
  title: string;
  about: string;
  text: string;
}

function guide(id: string, file: string): Guide {
  const [title = "", about = "", ...rest] = file.split(/\n\n/);
  return {
    id,
    title: title.replace(/^# /, ""),
    about: about.replaceAll("\n", " "),
    text: [about, ...rest].join("\n\n"),
  };
}

export const guides: Guide[] = [
  guide("quick-start", quickStart),
  guide("authentication", authentication),
  guide("errors", errors),
  guide("idempotency", idempotency),
  guide("pagination", pagination),
  guide("webhooks", webhooks),
  guide("submission", submission),
  guide("simulator", simulator),
  guide("rates", rates),
];
