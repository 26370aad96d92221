/**
 * How long the answer to POST /previews is kept: while it is shown, and no longer. The server forgets the page of a frame after ten
 * minutes, or twenty other previews, so a frame that is shown again needs a new one. News make nothing new of it.
 */
export const PREVIEW = {
  gcTime: 0,
  staleTime: Infinity,
  refetchInterval: false,
  refetchOnWindowFocus: false,
  meta: { isFixed: true },
} as const;
