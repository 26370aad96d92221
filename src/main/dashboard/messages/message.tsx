import { Page } from "../app/page.tsx";
import { useAnswer } from "../base/data.ts";
import type { PageProps } from "../base/feature.ts";
import { t } from "../base/words.ts";
import { Status } from "../kit/badge.tsx";
import { Loaded } from "../kit/states.tsx";
import { Time } from "../kit/time.tsx";
import { Actions } from "./actions.tsx";
import { Content } from "./content.tsx";
import { Facts } from "./facts.tsx";
import type { Detail } from "./mail.ts";
import { Received } from "./received.tsx";
import { SuppressionNote } from "./suppression.tsx";
import { Timeline } from "./timeline.tsx";

/** Statuses after which the address may be on the suppression list. */
const SUPPRESSING_STATUSES = ["SUPPRESSED", "BOUNCED", "COMPLAINED", "FAILED"];

/** One mail with its whole timeline. */
export default function MessagePage({ params }: PageProps) {
  const id = params.id!;
  const answer = useAnswer("/emails/{id}", { path: { id } }, { topics: [`email:${id}`] });
  const mail = answer.data;
  const isShown = mail?.id === id;
  const title = isShown ? mail.subject || t("messages.noSubject") : t("app.page.message");
  return (
    <Page
      title={title}
      above={{ label: t("app.page.messages"), to: "messages" }}
      about={isShown && (
        <span className="row-wrap">
          <Status value={mail.status} />
          <span className="messages-address">{mail.sourceType === "INBOUND" ? mail.from : mail.to}</span>
          <Time at={mail.createdAt} />
        </span>
      )}
      actions={isShown && <Actions mail={mail} />}
    >
      <Loaded query={isShown ? answer : { ...answer, data: undefined }} lines={8}>
        {() => <MessageDetails mail={mail!} />}
      </Loaded>
    </Page>
  );
}

function MessageDetails({ mail }: { mail: Detail }) {
  return (
    <div className="stack">
      {SUPPRESSING_STATUSES.includes(mail.status) && <SuppressionNote address={mail.to} mailId={mail.id} />}
      <div className="messages-panes">
        <section className="sheet stack" aria-labelledby="messages-story">
          <h2 id="messages-story">{t("messages.story")}</h2>
          <Timeline mail={mail} />
        </section>
        <section className="sheet stack" aria-labelledby="messages-facts">
          <h2 id="messages-facts">{t("messages.facts")}</h2>
          <Facts mail={mail} />
        </section>
      </div>
      {mail.inbound && <Received inbound={mail.inbound} />}
      <Content mail={mail} />
    </div>
  );
}
