import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { keepFocus } from './widgets/focus';

const target = document.getElementById('app');
if (target) mount(App, { target });
keepFocus(document);
