/** The members of an entity, as the API names them. */
export type State = Record<string, unknown>;

export interface ConflictProps {
  /** The error of the last save; anything but a 409 with both states shows nothing. */
  error: Error | null;
  /** The names of the members that are compared, in the order they are shown. */
  labels: Record<string, string>;
  isPending?: boolean;
  /** Saves what was sent over the version that is stored now. */
  onKeep: (sent: State, version: number) => void;
  /** Discards what was sent and shows the stored state. */
  onUseStored: (version: number) => void;
}
