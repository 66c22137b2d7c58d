export { AvatarField } from './AvatarField.tsx';
