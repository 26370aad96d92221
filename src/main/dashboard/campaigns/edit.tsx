import { useRef } from "react";
import { Page } from "../app/page.tsx";
import { setLeaveGuard } from "../base/address.ts";
import { useAnswer, useChange } from "../base/data.ts";
import type { PageProps } from "../base/feature.ts";
import { usePlaces } from "../base/project.ts";
import { t } from "../base/words.ts";
import { Note } from "../kit/failure.tsx";
import { Loaded } from "../kit/states.tsx";
import { type Campaign, isOpen } from "./api.ts";
import { CampaignForm } from "./form.tsx";

export default function EditCampaign({ params }: PageProps) {
  const id = params.id!;
  const { open } = usePlaces();
  const version = useRef<number>(undefined);
  const campaign = useAnswer("/campaigns/{id}", { path: { id } });
  const save = useChange("put", "/campaigns/{id}", {
    refreshes: ["/campaigns"],
    onDone: () => {
      setLeaveGuard(undefined);
      open(`campaigns/${id}`);
    },
  });
  const known = (campaign.data as unknown as { data: Campaign } | undefined)?.data;
  version.current ??= known?.version;
  const name = known?.name ?? t("app.page.campaign");
  return (
    <Page title={t("campaigns.editTitle", { name })} above={{ label: name, to: `campaigns/${id}` }}>
      <Loaded query={campaign as never} lines={8}>
        {({ data }: { data: Campaign }) =>
          isOpen(data)
            ? (
              <CampaignForm
                key={data.id}
                campaign={data}
                error={save.error}
                isPending={save.isPending}
                onSave={(body) => save.mutate({ path: { id } as never, body: body as never, ifMatch: version.current })}
                backTo={`campaigns/${id}`}
              />
            )
            : <Note>{t("campaigns.noEdit")}</Note>}
      </Loaded>
    </Page>
  );
}
