/** The five answers, worst first: number, face, and where its word stands in the language packs. */
export const faces = [
  { rating: 1, face: '😞', name: 'csat.rating.1' },
  { rating: 2, face: '🙁', name: 'csat.rating.2' },
  { rating: 3, face: '🙂', name: 'csat.rating.3' },
  { rating: 4, face: '😀', name: 'csat.rating.4' },
  { rating: 5, face: '🤩', name: 'csat.rating.5' },
] as const;
