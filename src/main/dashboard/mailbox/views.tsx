import { t } from "../base/words.ts";
import { EmailFrame } from "../kit/email-frame.tsx";
import { Tabs } from "../kit/tabs.tsx";
import type { Caught } from "./caught.ts";

/** The parts a message has: how it looks, its text, its header and its source. */
export function Views({ message }: { message: Caught }) {
  const rendered = {
    id: "rendered",
    label: t("mailbox.tab.rendered"),
    content: () => (
      <EmailFrame
        title={message.subject || t("mailbox.noSubject")}
        path={`/dev/mailbox/messages/${message.id}/html`}
        height={520}
      />
    ),
  };
  const text = { id: "text", label: t("mailbox.tab.text"), content: () => <Plain text={message.text ?? ""} isProse /> };
  return (
    <Tabs
      key={message.id}
      label={t("mailbox.views")}
      parts={[
        ...(message.html === null ? [] : [rendered]),
        ...(message.text === null ? [] : [text]),
        { id: "headers", label: t("mailbox.tab.headers"), content: () => <Headers message={message} /> },
        { id: "source", label: t("mailbox.tab.source"), content: () => <Plain text={message.raw} /> },
      ]}
    />
  );
}

function Plain({ text, isProse = false }: { text: string; isProse?: boolean }) {
  return <pre tabIndex={0} className={`sheet mailbox-plain${isProse ? " mailbox-prose" : ""}`}>{text}</pre>;
}

function Headers({ message }: { message: Caught }) {
  return (
    <dl className="sheet mailbox-headers">
      {Object.entries(message.headers).map(([name, value]) => (
        <div key={name}>
          <dt className="soft">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
