import { useRouter } from "../base/project.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";

export function NewCampaign() {
  const { open } = useRouter();
  return (
    <Button variant="main" icon="plus" data-new="" onPress={() => open("campaigns/new")}>{t("campaigns.new")}</Button>
  );
}
