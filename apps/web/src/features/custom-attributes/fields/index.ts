export { AttributeField, definitionOfKey } from './AttributeField.tsx';
