import { useState } from "react";
import { useProject } from "../base/project.ts";
import { useAnswer } from "../base/data.ts";
import { FailureNote } from "../kit/failure.tsx";
import { Skeleton } from "../kit/states.tsx";
import { NewHome } from "./new-home.tsx";
import { Overview } from "./overview.tsx";

/** The first page of a project: ways to begin while nothing was sent, the numbers afterwards. */
export default function Home() {
  const project = useProject();
  const [stays, stay] = useState(false);
  const setup = useAnswer("/projects/{id}/setup-state", { path: { id: project ?? "" } });
  const stats = useAnswer("/activity/stats", {}, { topics: ["activity"] });
  if (!setup.data || !stats.data) {
    const error = setup.error ?? stats.error;
    return error
      ? <FailureNote error={error} onRetry={() => void Promise.all([setup.refetch(), stats.refetch()])} />
      : <Skeleton lines={8} />;
  }
  const state = setup.data.data ?? setup.data;
  const isNew = stats.data.totalEmailsSent === 0 && !state.lastCampaignSentAt && !state.hasEnabledWorkflow;
  // Whoever sends the first mail here wants to see it arrive, and not another page.
  return isNew || stays ? <NewHome onSent={() => stay(true)} /> : <Overview contacts={state.contactCount} />;
}
