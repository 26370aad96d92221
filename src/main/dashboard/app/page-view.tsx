import { Component, type ComponentType, Fragment, type ReactNode, useEffect, useState } from "react";
import type { PageProps } from "../base/feature.ts";
import { loadWords, t } from "../base/words.ts";
import { FailureNote } from "../kit/failure.tsx";
import { Skeleton } from "../kit/states.tsx";
import { offerNewVersion } from "./new-version.tsx";
import type { Found } from "./places.ts";
import { loadStyle } from "./styles.ts";

/** Loads the page of a place with its words and its style, and shows it. */
export function PageView({ place, params }: Found) {
  const [Shown, show] = useState<ComponentType<PageProps>>();
  const [error, fail] = useState<Error>();
  useEffect(() => {
    let gone = false;
    document.title = `${t(place.page.title)} · Godwit`;
    Promise.all([place.page.load(), loadWords(place.feature), loadStyle(place.feature)]).then(
      ([module]) => gone || show(() => module.default),
      (cause) => {
        if (gone) return;
        offerNewVersion();
        fail(cause);
      },
    );
    return () => void (gone = true);
  }, [place]);
  if (error) return <FailureNote error={error} />;
  return Shown
    ? (
      <Boundary>
        <Shown params={params} />
      </Boundary>
    )
    : <Skeleton lines={6} />;
}

interface BoundaryProps {
  /** Stands around the note that is shown in the place of what has failed. */
  Frame?: ComponentType<{ children: ReactNode }>;
  children: ReactNode;
}

/** Keeps a fault in here from taking what is around it along, such as the navigation. */
export class Boundary extends Component<BoundaryProps, { error?: Error }> {
  override state: { error?: Error } = {};
  static getDerivedStateFromError(error: Error) {
    return { error };
  }
  override render() {
    const { Frame = Fragment, children } = this.props;
    return this.state.error
      ? (
        <Frame>
          <FailureNote error={this.state.error} onRetry={() => this.setState({})} />
        </Frame>
      )
      : children;
  }
}
