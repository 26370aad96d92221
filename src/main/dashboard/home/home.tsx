import { Page } from "../app/page.tsx";
import { useCurrentProject } from "../app/session.tsx";
import { useAnswer } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Count, Figure, Figures } from "../kit/number.tsx";
import { Loaded } from "../kit/states.tsx";

export default function Home() {
  const project = useCurrentProject();
  const setup = useAnswer("/projects/{id}/setup-state", { path: { id: project?.id ?? "" } }, {
    enabled: Boolean(project),
  });
  return (
    <Page title={project?.name ?? t("app.page.home")}>
      <Loaded query={setup}>
        {(state) => (
          <Figures>
            <Figure label={t("app.page.contacts")}>
              <Count value={state.data?.contactCount ?? state.contactCount} />
            </Figure>
          </Figures>
        )}
      </Loaded>
    </Page>
  );
}
