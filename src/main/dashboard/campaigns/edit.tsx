import { useRef, useState } from "react";
import { Page } from "../app/page.tsx";
import { refresh, useAnswer, useChange } from "../base/data.ts";
import type { PageProps } from "../base/feature.ts";
import { useRouter } from "../base/project.ts";
import { isStatus } from "../base/errors.ts";
import { discardChanges, hasChanges } from "../base/unsaved.ts";
import { t } from "../base/words.ts";
import { Conflict, isConflict } from "../conflict/conflict.tsx";
import { Note } from "../kit/failure.tsx";
import { Loaded } from "../kit/states.tsx";
import { type Campaign, type CampaignChange, isOpen } from "./api.ts";
import { CampaignForm } from "./form.tsx";

export default function EditCampaign({ params }: PageProps) {
  const id = params.id!;
  const { open } = useRouter();
  const version = useRef<number>(undefined);
  const campaign = useAnswer("/campaigns/{id}", { path: { id } }, { topics: [`campaign:${id}`] });
  const leave = (to: string) => {
    discardChanges();
    open(`campaigns/${to}`);
  };
  const save = useChange("put", "/campaigns/{id}", { refreshes: ["/campaigns"], onDone: () => leave(id) });
  const create = useChange("post", "/campaigns", { refreshes: ["/campaigns"], onDone: ({ data }) => leave(data.id) });
  const [revision, setRevision] = useState(0);
  const send = (body: CampaignChange) => save.mutate({ path: { id }, body, ifMatch: version.current });
  const known = campaign.data?.data;
  version.current ??= known?.version;
  const name = known?.name ?? t("app.page.campaign");
  return (
    <Page title={t("campaigns.editTitle", { name })} above={{ label: name, to: `campaigns/${id}` }}>
      <Loaded query={campaign} lines={8}>
        {({ data }) => {
          const end = endOf(data, campaign.error);
          const change = end ? create : save;
          // Changes in the form stay, although the campaign cannot be changed any more.
          return !end || hasChanges()
            ? (
              <>
                {end && (
                  <div role="alert">
                    <Note tone="watch">{t(`campaigns.closed.${end}`)}</Note>
                  </div>
                )}
                <CampaignForm
                  key={`${data.id} ${revision}`}
                  campaign={data}
                  error={isConflict(change.error) ? null : change.error}
                  isPending={change.isPending}
                  onSave={end ? (body) => create.mutate({ body }) : send}
                  saveLabel={end && t("campaigns.saveAsNew")}
                  backTo={`campaigns/${id}`}
                />
                <Conflict
                  error={save.error}
                  isPending={save.isPending}
                  labels={compared()}
                  onKeep={(sent, stored) => {
                    version.current = stored;
                    send(sent);
                  }}
                  onUseStored={async (stored) => {
                    await refresh("/campaigns");
                    version.current = stored;
                    save.reset();
                    setRevision(revision + 1);
                  }}
                />
              </>
            )
            : <Note>{t("campaigns.noEdit")}</Note>;
        }}
      </Loaded>
    </Page>
  );
}

/** The reason why a campaign cannot be changed any more; undefined while it can. */
function endOf(campaign: Campaign, error: Error | null) {
  if (isStatus(error, 404)) return "deleted";
  if (isOpen(campaign)) return undefined;
  return campaign.status === "CANCELLED" ? "cancelled" : "sent";
}

/** The members of a campaign that are compared when two have changed it. */
const compared = () => ({
  name: t("campaigns.name"),
  subject: t("campaigns.subject"),
  from: t("campaigns.from"),
  fromName: t("campaigns.fromName"),
  replyTo: t("campaigns.replyTo"),
  emailType: t("campaigns.class"),
  audienceType: t("campaigns.audience"),
  segmentId: t("app.page.segment"),
  audienceFilter: t("campaigns.audience"),
  body: t("campaigns.body"),
});
