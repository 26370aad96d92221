import { Page } from "../app/page.tsx";
import { useChange } from "../base/data.ts";
import { useRouter } from "../base/project.ts";
import { discardChanges } from "../base/unsaved.ts";
import { t } from "../base/words.ts";
import { CampaignForm } from "./form.tsx";

export default function CreateCampaign() {
  const { open } = useRouter();
  const create = useChange("post", "/campaigns", {
    refreshes: ["/campaigns"],
    onDone: ({ data }) => {
      discardChanges();
      open(`campaigns/${data.id}`);
    },
  });
  return (
    <Page title={t("campaigns.new")} above={{ label: t("app.page.campaigns"), to: "campaigns" }}>
      <CampaignForm
        error={create.error}
        isPending={create.isPending}
        onSave={(body) => create.mutate({ body })}
        backTo="campaigns"
      />
    </Page>
  );
}
