/** The members of an entity, as the API names them. */
export type State = Record<string, unknown>;

export interface ConflictProps {
  /** What the last save ended in; anything but a 409 with both states shows nothing. */
  error: Error | null;
  /** The names of the members that are compared, in the order they are shown. */
  labels: Record<string, string>;
  isPending?: boolean;
  /** Saves what was sent over the version that is stored now. */
  onKeep: (sent: State, version: number) => void;
  /** Gives up what was sent. */
  onUseStored: (version: number) => void;
}
