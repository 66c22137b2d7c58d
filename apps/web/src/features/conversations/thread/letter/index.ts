export { ComposedHtml } from './ComposedHtml.tsx';
