export { ViewDialog } from './ViewDialog.tsx';
export { applyViewsChanged, useDeleteView, useView, viewQueries } from './views.api.ts';
