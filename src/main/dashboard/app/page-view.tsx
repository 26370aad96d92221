import { Component, type ReactNode, useEffect, useMemo } from "react";
import { loadWords, t } from "../base/words.ts";
import { FailureNote } from "../kit/failure.tsx";
import { loadable, Skeleton } from "../kit/states.tsx";
import type { Route, RouteMatch } from "./routes.ts";
import { loadStyle } from "./styles.ts";

/** Loads the page of a place with its words and its style, and shows it. */
export function PageView({ route, params }: RouteMatch) {
  const PageComponent = useMemo(() => loadable(() => load(route), <Skeleton lines={6} />), [route]);
  useEffect(() => {
    document.title = `${t(route.page.title)} · Godwit`;
  }, [route]);
  return (
    <Boundary>
      <PageComponent params={params} />
    </Boundary>
  );
}

async function load({ page, feature }: Route) {
  const [module] = await Promise.all([page.load(), loadWords(feature), loadStyle(feature)]);
  return module;
}

/** Keeps the fault of one page from taking the navigation with it. */
class Boundary extends Component<{ children: ReactNode }, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined };
  static getDerivedStateFromError(error: Error) {
    return { error };
  }
  override render() {
    return this.state.error
      ? <FailureNote error={this.state.error} onRetry={() => this.setState({ error: undefined })} />
      : this.props.children;
  }
}
