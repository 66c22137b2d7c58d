// Finds calls in the list of contents. Without it the list is there all the same.
const box = document.querySelector('.find');
const input = document.querySelector('#find');
const none = document.querySelector('.none');
const contents = document.querySelector('.contents');
const groups = [...document.querySelectorAll('.group')];
const wasOpen = new Map(groups.map((group) => [group, group.open]));

function find() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const group of groups) {
    const rows = [...group.querySelectorAll('[data-find]')];
    let here = 0;
    for (const row of rows) {
      row.hidden = !words.every((word) => row.dataset.find.includes(word));
      if (!row.hidden) here += 1;
    }
    group.hidden = words.length > 0 && here === 0;
    group.open = words.length > 0 ? here > 0 : wasOpen.get(group);
    found += here;
  }
  none.hidden = found > 0;
}

box.hidden = false;
input.addEventListener('input', find);
input.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  input.value = '';
  find();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest('input')) return;
  event.preventDefault();
  contents.open = true;
  input.focus();
});
// On a phone the contents would push the text off the screen.
if (matchMedia('(max-width: 767px)').matches) contents.open = false;
