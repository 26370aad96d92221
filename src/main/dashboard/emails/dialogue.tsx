import { t } from "../base/words.ts";
import { Reply } from "../kit/timeline.tsx";
import { attemptId, type Detail, type Evidence } from "./api.ts";
import type { Step } from "./timeline-steps.ts";

/** The dialogue with a mail server, closed until somebody asks for it. */
export function Dialogue({ evidence }: { evidence: Evidence }) {
  const { host, address, source, localAddress, tls, cipher, verification } = evidence;
  const facts = [
    address && t("emails.dialogue.address", { address }),
    localAddress && t("emails.dialogue.localAddress", { address: localAddress }),
    source && t("emails.dialogue.source", { source }),
    tls && [tls, cipher, verification].filter(Boolean).join(" \u00b7 "),
  ];
  return (
    <details className="small">
      <summary>{t("emails.dialogue", { host })}</summary>
      <p className="soft">{facts.filter(Boolean).join(", ")}</p>
      <Reply>{evidence.steps.map(lineOf).join("\n")}</Reply>
    </details>
  );
}

function lineOf({ step, milliseconds, code, lines }: Evidence["steps"][number]) {
  const replies = lines.length ? lines.map((line) => `${code} ${line}`) : [code ?? ""];
  return `${step} (${milliseconds} ms) ${replies.join("\n    ")}`.trimEnd();
}

/** The dialogue that belongs to a step of the timeline: that of its attempt, or of the one that was accepted. */
export function evidenceOf({ id }: Step, { attempts, events }: Detail): Evidence | undefined {
  const isSent = id === "email.sent" || events.some((event) => event.id === id && event.name === "email.sent");
  const found = attempts.find((attempt) => isSent ? attempt.outcome === "SENT" : attemptId(attempt) === id);
  return found?.evidence ?? undefined;
}
