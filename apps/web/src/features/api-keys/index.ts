export { KeyList } from './KeyList.tsx';
export { OwnKeys } from './OwnKeys.tsx';
