/**
 * The options of the answer to POST /previews, which is kept only while it is shown. The server forgets the page of a frame after ten
 * minutes, or twenty other previews, so a frame that is shown again needs a new one. Changes do not invalidate it.
 */
export const PREVIEW = {
  gcTime: 0,
  staleTime: Infinity,
  refetchInterval: false,
  refetchOnWindowFocus: false,
  meta: { isFixed: true },
} as const;
