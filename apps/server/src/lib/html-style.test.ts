import { expect, test } from 'vitest';
import { composedProperties, filterDeclarations } from './html-style.ts';

test.each([
  ['color:red', 'color:red'],
  ['COLOR : Red ; FONT-SIZE: 10pt', 'color:Red;font-size:10pt'],
  ['font-family:\'Segoe UI\', "微软雅黑", sans-serif', 'font-family:\'Segoe UI\', "微软雅黑", sans-serif'],
  ['color: rgba(1, 2, 3, .5) !important', 'color:rgba(1, 2, 3, .5) !important'],
  ['width:calc(100% - 10px)', 'width:calc(100% - 10px)'],
  ['position:fixed;top:0;z-index:9', ''],
  ['background:url(https://x.example/a.png) #fff', ''],
  ['background-color:#fff', 'background-color:#fff'],
  ['width:expression(alert(1))', ''],
  ['color:\\72 ed', ''],
  ['color:red</style><script>', ''],
  ['margin:-100px', ''],
  ['margin:0 auto', 'margin:0 auto'],
  ['font-family:"open', ''],
  ['/* c */color/**/:/* d */red', 'color:red'],
  ['behavior:x;-moz-binding:y;content:"z"', ''],
  ['{};:', ''],
  ['', ''],
])('%j', (css, expected) => {
  expect(filterDeclarations(css)).toBe(expected);
});

test('the editor sets fewer properties', () => {
  expect(filterDeclarations('color:red;margin:1px;text-align:center', composedProperties)).toBe(
    'color:red;text-align:center',
  );
});
