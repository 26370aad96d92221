import { t } from "../base/words.ts";
import { EmailFrame } from "../kit/email-frame.tsx";
import { Tabs } from "../kit/tabs.tsx";
import type { Caught } from "./caught.ts";

/** The parts a message has: how it looks, its text, its header and its source. */
export function Views({ mail }: { mail: Caught }) {
  const rendered = {
    id: "mail",
    label: t("mailbox.tab.mail"),
    content: () => (
      <EmailFrame
        title={mail.subject || t("mailbox.noSubject")}
        path={`/dev/mailbox/messages/${mail.id}/html`}
        height={520}
      />
    ),
  };
  const text = { id: "text", label: t("mailbox.tab.text"), content: () => <Plain text={mail.text ?? ""} isProse /> };
  return (
    <Tabs
      key={mail.id}
      label={t("mailbox.views")}
      parts={[
        ...(mail.html === null ? [] : [rendered]),
        ...(mail.text === null ? [] : [text]),
        { id: "headers", label: t("mailbox.tab.headers"), content: () => <Headers mail={mail} /> },
        { id: "source", label: t("mailbox.tab.source"), content: () => <Plain text={mail.raw} /> },
      ]}
    />
  );
}

function Plain({ text, isProse = false }: { text: string; isProse?: boolean }) {
  return <pre tabIndex={0} className={`sheet mailbox-plain${isProse ? " mailbox-prose" : ""}`}>{text}</pre>;
}

function Headers({ mail }: { mail: Caught }) {
  return (
    <dl className="sheet mailbox-headers">
      {Object.entries(mail.headers).map(([name, value]) => (
        <div key={name}>
          <dt className="soft">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
