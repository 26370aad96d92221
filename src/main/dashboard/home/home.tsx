import { useState } from "react";
import { Page } from "../app/page.tsx";
import { useCurrentProject } from "../app/session.tsx";
import { useProject } from "../base/project.ts";
import { useAnswer } from "../base/data.ts";
import { t } from "../base/words.ts";
import { FailureNote } from "../kit/failure.tsx";
import { Skeleton } from "../kit/states.tsx";
import { NewHome } from "./new-home.tsx";
import { Overview } from "./overview.tsx";

/** The first page of a project: ways to begin while nothing was sent, the numbers afterwards. */
export default function Home() {
  const project = useProject();
  const name = useCurrentProject()?.name;
  const [hasSent, setSent] = useState(false);
  const setup = useAnswer("/projects/{id}/setup-state", { path: { id: project ?? "" } }, {
    topics: ["campaign", "email", "workflow"],
  });
  if (!setup.data) {
    return setup.error
      ? (
        <Page title={name ?? t("app.page.home")}>
          <FailureNote error={setup.error} onRetry={() => void setup.refetch()} />
        </Page>
      )
      : <Skeleton lines={8} />;
  }
  const state = setup.data.data;
  const isNew = !state.hasEmail && !state.lastCampaignSentAt && !state.hasEnabledWorkflow;
  // A user who sends the first email here wants to see it arrive, or how to send it again when no answer came, and not another page.
  return isNew || hasSent ? <NewHome onSend={() => setSent(true)} /> : <Overview state={state} />;
}
