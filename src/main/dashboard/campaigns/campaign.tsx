import { Page } from "../app/page.tsx";
import { useAnswer } from "../base/data.ts";
import type { PageProps } from "../base/feature.ts";
import { t } from "../base/words.ts";
import { Status } from "../kit/badge.tsx";
import { Note } from "../kit/failure.tsx";
import { Loaded } from "../kit/states.tsx";
import { Tabs } from "../kit/tabs.tsx";
import { Time } from "../kit/time.tsx";
import { reasonText } from "../reasons/reason.ts";
import { Preview } from "../writing/preview.tsx";
import { Actions } from "./actions.tsx";
import { type Campaign, isOpen } from "./api.ts";
import { Details } from "./details.tsx";
import { Report } from "./report.tsx";

/** One campaign: what will be sent while it is a draft, and how it went from the moment it is sent. */
export default function CampaignPage({ params }: PageProps) {
  const id = params.id!;
  const answer = useAnswer("/campaigns/{id}", { path: { id } }, { topics: [`campaign:${id}`] });
  const known = answer.data?.data;
  return (
    <Page
      title={known?.name ?? t("app.page.campaign")}
      above={{ label: t("app.page.campaigns"), to: "campaigns" }}
      about={known && <About campaign={known} />}
      actions={known && <Actions campaign={known} />}
    >
      <Loaded query={answer} lines={8}>
        {({ data }) => (
          <>
            {data.pauseReason && data.status === "PAUSED" && (
              <Note tone="watch">{reasonText(data.pauseReason, data.pauseReason)}</Note>
            )}
            {isOpen(data)
              ? (
                <div className="writing-split">
                  <Details campaign={data} />
                  <EmailPreview campaign={data} />
                </div>
              )
              : (
                <Tabs
                  label={data.name}
                  parts={[
                    { id: "report", label: t("campaigns.report"), content: () => <Report campaign={data} /> },
                    {
                      id: "email",
                      label: t("campaigns.email"),
                      content: () => (
                        <div className="writing-split">
                          <Details campaign={data} />
                          <EmailPreview campaign={data} />
                        </div>
                      ),
                    },
                  ]}
                />
              )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function EmailPreview({ campaign }: { campaign: Campaign }) {
  return <Preview draft={{ subject: campaign.subject, body: campaign.body ?? "", type: campaign.emailType }} />;
}

function About({ campaign }: { campaign: Campaign }) {
  return (
    <span className="row-wrap">
      <Status value={campaign.status} />
      {campaign.status === "SCHEDULED" && campaign.scheduledAt && (
        <span>
          {t("campaigns.planned")} <Time at={campaign.scheduledAt} />
        </span>
      )}
      {campaign.sentAt && (
        <span>
          {t("campaigns.begun")} <Time at={campaign.sentAt} />
        </span>
      )}
      {campaign.endedAt && (
        <span>
          {t("campaigns.ended")} <Time at={campaign.endedAt} />
        </span>
      )}
    </span>
  );
}
