export { deviceName, isHandheld, SessionList } from './SessionList.tsx';
